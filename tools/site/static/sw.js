// Keeps the site in the browser, so that it opens without a network. A new version waits until no page of the old one
// is open any more, or the reader lets it take over: the two never mix.
const VERSION = "{{ version }}";
const FILES = {{ files }};

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((shelf) => shelf.addAll(FILES.map(current))));
});
/** Asks the host itself: what the browser has of a file may be of the version before. */
const current = (name) => new Request(name, { cache: "reload" });
addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting();
});
addEventListener("activate", (event) => {
  const old = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("paydays-") && name !== VERSION);
    await Promise.all(names.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(old());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => {
    const shelf = await caches.open(VERSION);
    const asked = request.url.replace(/[?#].*$/, "").replace(/\/$/, "/index.html");
    return (await shelf.match(asked)) ?? fetch(request);
  };
  event.respondWith(answer());
});
