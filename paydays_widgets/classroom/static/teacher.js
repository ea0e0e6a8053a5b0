/**
 * The teacher's page: a table is drawn as large as a projector allows (desk.css), and made smaller
 * only as far as it has to be so that all of it is on the screen.
 */

const LEAST = 0.5; // of the size of a projector
const STEP = 0.04;

const desk = document.querySelector("main");
const stage = document.querySelector(".pw-desk__stage");

function fit() {
  const shown = stage.querySelector(".pw-board") !== null;
  desk.classList.toggle("pw-desk--projector", shown);
  stage.style.zoom = "";
  if (!shown) return;
  const room = innerHeight - scrollY - 4;
  let zoom = 1;
  while (zoom > LEAST && bottom() > room) {
    zoom -= STEP;
    stage.style.zoom = zoom;
  }
}

const bottom = () => Math.max(...[...stage.querySelectorAll(".pw-body")].map((each) => each.getBoundingClientRect().bottom)) - 0;

const sizes = new ResizeObserver(fit);
for (const part of document.querySelectorAll("[data-part]")) sizes.observe(part);
addEventListener("resize", fit);
fit();
