package io.narrows.cli.adopt;

import io.narrows.config.IpAddress;
import java.util.Optional;

/**
 * An established connection between this host and another one.
 *
 * @param local this host's address
 * @param remote the other host's address
 * @param port the port that was connected to
 * @param inbound whether the other host made it
 * @param program the program of this host at its end; empty if it may not be read
 */
record Connection(IpAddress local, IpAddress remote, int port, boolean inbound, Optional<Program> program) {}
