/** Formats quantities for users. A thin space separates a number from its unit, to keep them on one line. */

const THIN = '\u202f';
const MINUS = '\u2212';
const LEAST_USD = 0.000001;
const LEAST_SHARE = -9.995;

/** Formats with three digits and a decimal unit. */
export function bytes(value) {
  return scaled(value, ['B', 'kB', 'MB', 'GB', 'TB', 'PB']);
}

export function rate(bytesPerSecond) {
  return `${bytes(bytesPerSecond)}/s`;
}

/** Formats dollars and cents: three significant digits below a dollar, whole dollars for large amounts. */
export function usd(value) {
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : '';
  if (size === 0) {
    return '$0';
  }
  if (size < LEAST_USD) {
    return value < 0 ? `> ${MINUS}$${LEAST_USD}` : `< $${LEAST_USD}`;
  }
  if (size < 0.9995) {
    return `${sign}$${size.toFixed(Math.min(6, Math.max(2, 2 - Math.floor(Math.log10(size)))))}`;
  }
  const digits = size < 1000 ? 2 : 0;
  return sign + '$' + size.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Formats a share from 0 to 1, or below 0; a share far below 0, as links that carried almost nothing have, is not spelled out.
 */
export function percent(share) {
  if (share < LEAST_SHARE) {
    return `< ${MINUS}999${THIN}%`;
  }
  const text = (100 * share).toFixed(1);
  return Number.isFinite(share) ? `${text === '-0.0' ? '0.0' : text.replace('-', MINUS)}${THIN}%` : '–';
}

export function seconds(value) {
  if (!Number.isFinite(value)) {
    return '–';
  }
  if (value < 0.0009995) {
    return `${Math.round(value * 1e6)}${THIN}µs`;
  }
  if (value < 0.9995) {
    return `${digits(value * 1e3)}${THIN}ms`;
  }
  return `${digits(value)}${THIN}s`;
}

export function count(value) {
  return value.toLocaleString('en');
}

export function clock(millis) {
  return new Date(millis).toLocaleTimeString('en-GB');
}

/** Formats a time, with the date if it is not today. */
export function moment(millis) {
  const date = new Date(millis);
  const today = date.toDateString() === new Date().toDateString();
  return today ? clock(millis) : `${date.toLocaleDateString('en-CA')} ${clock(millis)}`;
}

/** Formats the time since something happened, in its largest unit. */
export function ago(millis) {
  const units = [['day', 86_400_000], ['h', 3_600_000], ['min', 60_000], ['s', 1000]];
  const [unit, size] = units.find(([, least]) => millis >= least) ?? units.at(-1);
  const number = Math.max(0, Math.floor(millis / size));
  return `${number}${THIN}${unit === 'day' && number > 1 ? 'days' : unit} ago`;
}

function scaled(value, units) {
  let size = Math.abs(value);
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  const text = unit === 0 ? Math.round(size).toString() : digits(size);
  return `${value < 0 ? MINUS : ''}${text}${THIN}${units[unit]}`;
}

/** Formats with three significant digits. */
function digits(value) {
  return value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}
