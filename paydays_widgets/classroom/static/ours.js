/** Files that are chosen or dropped on the page are opened at once. */

const form = document.querySelector('[data-key="ours"]');
const place = form.querySelector("[data-drop]");
const field = place.querySelector("[type=file]");
const open = form.querySelector("[name=open]");
const order = form.querySelector("[name=order]");

function send() {
  if (field.files.length) form.requestSubmit(open);
}

field.addEventListener("change", send);
order?.addEventListener("change", () => form.requestSubmit());
for (const kind of ["dragenter", "dragover", "dragleave", "drop"])
  document.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault(); // a browser would leave the page for the file
    place.classList.toggle("cl-ours__drop--over", kind === "dragover" || kind === "dragenter");
    if (kind !== "drop" || !event.dataTransfer.files.length) return;
    field.files = event.dataTransfer.files;
    send();
  });
