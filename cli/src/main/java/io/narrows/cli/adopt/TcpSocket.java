package io.narrows.cli.adopt;

/**
 * A TCP socket of this host.
 *
 * @param inode identifies the socket among the descriptors of processes
 */
record TcpSocket(Endpoint local, Endpoint remote, State state, long inode) {
    /** The states that tell who is connected with whom. */
    enum State {
        ESTABLISHED,
        LISTEN
    }
}
