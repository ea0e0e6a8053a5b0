/** The teacher's page of a homework: its grid is asked for again and again, and comes if it has changed. */

const PAUSE = 2000; // ms between two questions

const grid = document.querySelector("[data-grid]");
const address = new URL(grid.dataset.grid, location.href);
address.search = location.search; // the language

async function look() {
  address.searchParams.set("seen", grid.dataset.seen);
  const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(10 * PAUSE) });
  if (answer.status !== 200) return;
  const left = grid.scrollLeft;
  const open = grid.querySelector("details")?.open;
  grid.innerHTML = await answer.text();
  grid.scrollLeft = left;
  grid.querySelector("details")?.toggleAttribute("open", open);
  grid.dataset.seen = answer.headers.get("Paydays-Seen");
}

async function again() {
  if (!document.hidden) await look().catch(() => {}); // the next time, perhaps
  setTimeout(again, PAUSE);
}
setTimeout(again, PAUSE);
document.addEventListener("visibilitychange", () => document.hidden || look().catch(() => {}));
