/** Event loops, sockets and name look-ups: epoll or io_uring where they are there, NIO elsewhere. */
package io.narrows.proxy.transport;
