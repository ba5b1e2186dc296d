/** Filters the peers by name, state and saving, and selects the class of traffic shown. */

import { byId, html } from './dom.js';
import { isIdle, saving } from './model.js';

/** With fewer peers, the filter is hidden. */
const FEWEST_PEERS = 8;

const STATES = {
  up: peer => peer.up,
  down: peer => peer.configured && !peer.up,
};

const SAVINGS = {
  saving: peer => !isIdle(peer) && saving(peer) > 0,
  'not-saving': peer => !isIdle(peer) && saving(peer) <= 0,
  idle: isIdle,
};

export class Filter {
  #bar = byId('filter');
  #search = byId('filter-search');
  #state = byId('filter-state');
  #saving = byId('filter-saving');
  #class = byId('filter-class');

  /**
   * @param onChange called when the selection of peers changes
   * @param onClass called when the class of traffic changes
   */
  constructor(onChange, onClass) {
    this.#search.addEventListener('input', onChange);
    this.#state.addEventListener('change', onChange);
    this.#saving.addEventListener('change', onChange);
    this.#class.addEventListener('change', onClass);
  }

  /** Lists a configuration's classes as choices. */
  adopt(config, classes) {
    this.#bar.hidden = config.peers.length < FEWEST_PEERS;
    const chosen = this.trafficClass;
    this.#class.replaceChildren(
      html('option', { value: '' }, 'all'),
      ...classes.map(name => html('option', { value: name, selected: name === chosen }, name)),
    );
  }

  /** The class whose traffic is shown; empty for all. */
  get trafficClass() {
    return this.#class.value;
  }

  /** Whether any filter is set. */
  get isNarrow() {
    return [this.#search, this.#state, this.#saving, this.#class].some(choice => choice.value !== '');
  }

  passes(peer) {
    const wanted = this.#search.value.trim().toLowerCase();
    return [peer.id, peer.region, peer.zone].some(name => name.toLowerCase().includes(wanted))
      && (STATES[this.#state.value]?.(peer) ?? true)
      && (SAVINGS[this.#saving.value]?.(peer) ?? true);
  }
}
