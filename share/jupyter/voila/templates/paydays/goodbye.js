// A closed page gives its kernel back at once; without this it would idle until it is culled.
(() => {
  const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const cookie = () => /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie)?.[1];
  // The server asks for a token that is in a cookie and in the request alike, but hands none out here.
  if (!cookie()) {
    const token = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
    document.cookie = `_xsrf=${token.join("")}; path=${config.baseUrl}; SameSite=Strict`;
  }
  const end = () =>
    fetch(`${config.baseUrl}voila/api/shutdown/${config.kernelId}`, {
      method: "POST",
      keepalive: true,
      headers: { "X-XSRFToken": cookie() },
    });
  if (document.getElementById("loading")) addEventListener("pagehide", end);
  else end();
  // A page that the browser kept and brings back has no kernel any more.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
})();
