/** Accounting of the process's memory: one ledger for links, queues and handshakes, with a share for each peer. */
@NullMarked
package io.narrows.proxy.memory;

import org.jspecify.annotations.NullMarked;
