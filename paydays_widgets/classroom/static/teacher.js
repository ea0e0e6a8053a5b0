/**
 * The teacher's page: a table is drawn as large as a projector allows (desk.css), and made smaller
 * only as far as it has to be, so that all of it is on the screen and nothing spills over.
 */

const LEAST = 0.5; // of the size on a projector
const STEP = 0.04;

const desk = document.querySelector("main");
const stage = document.querySelector(".pw-desk__stage");

const below = () => stage.querySelector(".pw-board").getBoundingClientRect().bottom + scrollY > innerHeight;
const spilt = () => [...stage.querySelectorAll(".pw-seat")].some((seat) => seat.scrollWidth > seat.clientWidth + 1);

function fit() {
  const shown = stage.querySelector(".pw-board") !== null;
  desk.classList.toggle("pw-desk--projector", shown);
  let zoom = 1;
  stage.style.zoom = "";
  while (shown && zoom > LEAST && (below() || spilt())) {
    zoom -= STEP;
    stage.style.zoom = zoom;
  }
}

const sizes = new ResizeObserver(fit);
for (const part of document.querySelectorAll("[data-part]")) sizes.observe(part);
addEventListener("resize", fit);
