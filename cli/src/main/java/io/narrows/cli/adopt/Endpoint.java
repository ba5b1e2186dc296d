package io.narrows.cli.adopt;

import io.narrows.config.IpAddress;

/**
 * One end of a TCP connection.
 *
 * @param port 0 for the remote end of a listening socket
 */
record Endpoint(IpAddress ip, int port) {}
