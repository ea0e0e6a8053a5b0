/** Messages to Python: numbered, one at a time, and kept until Python has got them. */

const MOVE_WAITS = 3000; // ms until an unanswered move stops blocking the next
const DO_WAITS = 400; // ms until an unanswered verb stops blocking the next

/** Sends messages one at a time. A verb carries the newest position, so that quick clicks all
 *  count; a move carries the position that was clicked. Messages are numbered and kept until Python
 *  has got them: after an interruption, those that were lost are sent again. */
function postbox(model, line, root, foresee) {
  const from = Math.random().toString(36).slice(2);
  const unsure = []; // what Python may not have got, and when it was sent
  const queue = [];
  let count = 0;
  let heard = 0; // the number of the last message from Python
  let held = 0;
  let moved = 0;
  let answered = false; // whether Python has got the last move
  const post = (message) => {
    // Jupyter would keep it, and hold up for seconds whatever follows; here it is kept anyway.
    if (!line.connected()) return;
    try {
      model.send({ ...message, from, heard });
    } catch {
      line.lost(); // the channel to the kernel is closed
    }
  };
  const deliver = (message) => {
    const letter = { ...message, number: ++count };
    unsure.push({ letter, at: performance.now() });
    post(letter);
    line.posted(root);
  };
  const flush = () => {
    if (held || !queue.length) return;
    const message = queue.shift();
    held = setTimeout(release, DO_WAITS);
    const show = foresee(message);
    deliver({ seq: model.get("seq"), ...message, ...(show && { ahead: true }) });
    show?.();
  };
  const release = () => {
    clearTimeout(held);
    held = 0;
    flush();
  };
  const box = {
    deliver,
    release,
    isSure: () => !unsure.length,
    ping: (value) => post({ do: "ping", value }),
    /** Asks Python what it has got, and for what it has sent meanwhile. */
    resume() {
      post({ do: "reconnected" });
      line.posted(root);
    },
    /** Notes what Python has got of this page's messages. */
    got(number) {
      while (unsure.length && unsure[0].letter.number <= number) {
        const { letter, at } = unsure.shift();
        answered ||= letter.move !== undefined;
        if (letter.number === number && at !== null) line.took(performance.now() - at);
      }
    },
    repeat() {
      for (const each of unsure) {
        each.at = null; // an answer could be to either
        post(each.letter);
      }
    },
    /** Returns whether a message from Python is new. */
    isNew({ number }) {
      if (number === undefined) return true;
      if (number <= heard) return false;
      heard = number;
      return true;
    },
    isMine: (message) => message.to === from,
    waits: () => queue.length > 0,
    move(move) {
      if (moved) return;
      moved = setTimeout(() => { moved = 0; }, MOVE_WAITS);
      answered = false;
      queue.push({ move, seq: model.get("seq") });
      flush();
    },
    /** With `latest`, the message replaces a waiting one with the same verb (a dragged slider). */
    tell(message, latest = false) {
      const waits = latest && queue.at(-1)?.do === message.do;
      if (waits) queue.pop();
      queue.push(message);
      flush();
    },
    rendered() {
      clearTimeout(moved);
      moved = 0;
      release();
    },
    /** Notes that Python has said something that changes nothing here: a move that it has got, it has refused. */
    unchanged() {
      if (answered) this.rendered();
      else release();
    },
    close() {
      together.boxes.delete(box);
      clearTimeout(held);
      clearTimeout(moved);
      queue.length = 0;
    },
  };
  together.boxes.add(box);
  return box;
}
