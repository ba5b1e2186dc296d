/** The application at both ends of a tunnel: what it sends, what of it arrives, and when. */
package io.narrows.bench.load;
