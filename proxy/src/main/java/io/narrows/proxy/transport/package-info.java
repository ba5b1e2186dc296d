/** Event loops, sockets and name lookups: epoll or io_uring if available, otherwise NIO. */
@NullMarked
package io.narrows.proxy.transport;

import org.jspecify.annotations.NullMarked;
