// A widget whose model is still being fetched is drawn once it is there. ipywidgets waits two seconds for it and
// then gives up without looking again, though the model may have come while the page was too busy to look.
(() => {
  let app;
  Object.defineProperty(window, "jupyterapp", {
    get: () => app,
    set(started) {
      app = started;
      const manager = app.widgetManager;
      if (!manager) return;
      const wait = manager.get_model.bind(manager);
      manager.get_model = (id) =>
        wait(id).catch((error) => {
          if (manager.has_model(id)) return wait(id);
          throw error;
        });
    },
  });
})();
// A panel whose script is late hears all the same (stage.js): nobody need read that anywidget has given up.
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.message === "[anywidget] Failed to initialize model.") event.preventDefault();
});
