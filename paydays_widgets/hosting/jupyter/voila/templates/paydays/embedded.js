// In a frame of another page, tells that page how high the frame must be: docs/howto/embed.md.
if (parent !== window) {
  document.documentElement.dataset.embedded = "";
  let told = 0;
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height !== told) parent.postMessage({ type: "paydays:height", height }, "*");
    told = height;
  };
  addEventListener("DOMContentLoaded", () => new ResizeObserver(tell).observe(document.body));
}
