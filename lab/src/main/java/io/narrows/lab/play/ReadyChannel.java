package io.narrows.lab.play;

import java.nio.channels.SelectionKey;

/** The attachment of a selection key, called when its channel is ready. */
@FunctionalInterface
interface ReadyChannel {
    void ready(SelectionKey key);
}
