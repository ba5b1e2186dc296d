/** The memory of the process: one ledger for all that links, queues and handshakes hold, with a share for each peer. */
package io.narrows.proxy.memory;
