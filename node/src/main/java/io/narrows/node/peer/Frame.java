package io.narrows.node.peer;

import com.google.protobuf.Message;

/**
 * A request or its response on the wire.
 *
 * <pre>
 *  0        4        8      9
 * +--------+--------+------+-----------+
 * | length |   id   | type | protobuf  |   length: of all that follows it
 * +--------+--------+------+-----------+
 * </pre>
 *
 * @param id of the request, repeated in its response
 */
record Frame(int id, Message message) {
    static final int LENGTH_BYTES = 4;
    /** Bytes between the length and the message. */
    static final int ID_AND_TYPE_BYTES = 5;

    static final int MAX_MESSAGE_BYTES = 64 << 20;
}
