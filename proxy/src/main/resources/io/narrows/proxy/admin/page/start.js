/**
 * Loads the modules of the page, all or none. A browser whose network changes meanwhile gives up what it was loading, and does
 * not ask for it again by itself.
 */

const PAUSE_MILLIS = 2000;

try {
  await import('./main.js');
} catch (error) {
  console.error(error);
  const state = document.getElementById('state');
  state.classList.add('wrong');
  state.textContent = 'A part of this page did not load. It is asked for again.';
  setTimeout(() => location.reload(), PAUSE_MILLIS);
}
