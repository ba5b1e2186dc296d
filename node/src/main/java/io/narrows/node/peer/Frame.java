package io.narrows.node.peer;

import com.google.protobuf.Message;

/**
 * A request or response on the wire.
 *
 * <pre>
 *  0        4        8      9
 * +--------+--------+------+-----------+
 * | length |   id   | type | protobuf  |   length: bytes after this field
 * +--------+--------+------+-----------+
 * </pre>
 *
 * @param id chosen by the request and repeated in its response
 */
record Frame(int id, Message message) {
    static final int LENGTH_BYTES = 4;
    /** Size of the fields between the length and the message. */
    static final int ID_AND_TYPE_BYTES = 5;

    static final int MAX_MESSAGE_BYTES = 64 << 20;
}
