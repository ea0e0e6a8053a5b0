/** What a part shows, on a page that has no Jupyter around it. */

const AT_REST = {
  label: "", quick: false, pace: 0, record: "", record_name: "", note: "", keep: "", greet: false, lost_words: {},
};

export class Model {
  constructor(state, send, manager) {
    this.state = { ...AT_REST, ...state };
    this.heard = { change: new Set(), "msg:custom": new Set() };
    this.send = send;
    this.widget_manager = manager;
  }
  get(name) { return this.state[name]; }
  on(name, act) { this.heard[name].add(act); }
  off(name, act) { this.heard[name].delete(act); }
  set_state(state) {
    Object.assign(this.state, state);
    for (const act of [...this.heard.change]) act();
  }
  tell(message) {
    for (const act of [...this.heard["msg:custom"]]) act(message);
  }
}
