/** The application at both ends of a tunnel, with its sent data and measurements of its arrival. */
package io.narrows.bench.load;
