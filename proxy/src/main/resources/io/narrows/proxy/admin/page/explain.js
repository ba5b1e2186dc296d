/** Asks the sidecar which rule applies to a peer and a class, and shows its answer. */

import * as api from './api.js';
import { byId, html, offer } from './dom.js';

const LABEL_WIDTH = 13;
const HEADING = 'not matched';
const PERIOD_MILLIS = 10_000;

export class Explain {
  #peer = byId('explain-peer');
  #class = byId('explain-class');
  #answer = byId('explain-answer');
  #asked = 0;
  #askedAt = 0;
  #peers;

  constructor() {
    for (const choice of [this.#peer, this.#class]) {
      choice.addEventListener('change', () => this.#ask());
    }
  }

  /** Lists a configuration's classes as choices. */
  adopt(classes) {
    offer(this.#class, classes);
    this.#peers = undefined;
  }

  /** Lists the peers in force as choices; those that are found come and go. */
  offerPeers(peers) {
    const ids = peers.filter(peer => peer.configured).map(peer => peer.id);
    if (this.#peers?.join() === ids.join()) {
      this.#askAgain();
      return;
    }
    this.#peers = ids;
    offer(this.#peer, ids);
    if (ids.length === 0) {
      this.#answer.replaceChildren(html('p', { class: 'empty' }, 'There are no peers.'));
    } else {
      this.#ask();
    }
  }

  /** Asks every ten seconds, as the codec of links may have been chosen anew. */
  #askAgain() {
    if (this.#peers.length > 0 && performance.now() - this.#askedAt >= PERIOD_MILLIS) {
      this.#ask();
    }
  }

  /** Asks for the chosen peer and class; drops an answer that arrives after a later question. */
  async #ask() {
    const asked = ++this.#asked;
    this.#askedAt = performance.now();
    const content = await answer(this.#peer.value, this.#class.value);
    const text = content.map(part => part.textContent).join('');
    if (asked === this.#asked && this.#answer.textContent !== text) {
      this.#answer.replaceChildren(...content);
    }
  }
}

async function answer(peer, trafficClass) {
  try {
    return layout(await api.explain(peer, trafficClass));
  } catch (error) {
    return [html('p', { class: 'empty' }, error.message)];
  }
}

/** Removes the folder from a rule's location (file, line and column): it is long, and the same for all rules. */
function withoutFolder(line) {
  return line.replace(/(rule \d+ at )\S*\//, '$1');
}

function isMiss(line) {
  return line.startsWith('  ');
}

/** Lays out lines of a label and its value; between them, indented below a heading, may be the rules that did not match. */
function layout(text) {
  const lines = text.trimEnd().split('\n').map(withoutFolder);
  const misses = lines.filter(isMiss);
  const facts = lines.filter(line => line !== HEADING && !isMiss(line));
  const list = html(
    'dl',
    { class: 'answer' },
    ...facts.flatMap(line => [
      html('dt', {}, line.slice(0, LABEL_WIDTH).trim()),
      html('dd', {}, line.slice(LABEL_WIDTH)),
    ]),
  );
  return misses.length === 0
    ? [list]
    : [list, html('h3', {}, 'Not matched'), html('ul', { class: 'misses' }, ...misses.map(miss => html('li', {}, miss.trim())))];
}
