/** The tunnels that are compared: their two ends as processes, and the wire between them that counts bytes. */
package io.narrows.bench.tunnel;
