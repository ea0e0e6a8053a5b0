/** Several surfaces that change at once. */

/** Shared by all surfaces of a page, each of which runs its own copy of this script. */
const together = (globalThis[Symbol.for("paydays.together")] ??= {
  waiting: null, // the updates of the parcel being unpacked
  ahead: new WeakMap(), // desk -> what its next step leads to, from which position
  boxes: new Set(), // the postboxes of all surfaces
  told: new Set(), // shelves whose notes have been reported: a rebuilt panel has no note
  settle() {}, // completes pending updates before the next paint
});

/** Runs updates in phases: all measure, then all change, then all finish before the next paint. */
function inStep(updates) {
  together.settle();
  for (const update of updates) update.next();
  for (const update of updates) update.next();
  let under = updates;
  together.settle = () => {
    while (under.length) under = under.filter((update) => !update.next().done);
  };
  if (document.hidden) together.settle();
  else requestAnimationFrame(together.settle);
}

/** Applies a parcel's changes to its models, all at once. */
async function unpack(manager, parcel) {
  const open = async ([id, state]) => [await manager.get_model(id), state];
  const opened = await Promise.allSettled(Object.entries(parcel).map(open));
  together.waiting = [];
  try {
    for (const { value } of opened) if (value) change(...value); // some models may be closed by now
  } finally {
    const changes = together.waiting;
    together.waiting = null;
    inStep(changes);
  }
}

/** Changes a model, in hosts whose models have no `set_state` key by key. */
function change(model, state) {
  if (model.set_state) model.set_state(state);
  else for (const [name, value] of Object.entries(state)) model.set(name, value);
}

/** Finds what a message leads to, if Python has sent that ahead: a function that shows it. What is
 *  still on its way to Python, from whichever surface, may lead to something else. */
function foreseen(desk, model, message) {
  const { seq, parcel } = together.ahead.get(desk) ?? {};
  if (message.do !== "step" || seq !== model.get("seq")) return null;
  if (![...together.boxes].every((box) => box.isSure())) return null;
  together.ahead.delete(desk);
  return () => unpack(model.widget_manager, parcel);
}
