/** Event loops, sockets and name look-ups: epoll or io_uring if available, else NIO. */
package io.narrows.proxy.transport;
