/** The compared tunnels: their two ends as processes, and the byte-counting wire between them. */
package io.narrows.bench.tunnel;
