package io.narrows.node.watch;

import com.google.protobuf.ByteString;
import io.narrows.node.watch.message.EncodedWatchResponse;
import java.util.ArrayList;
import java.util.List;

/** Splits a response that is too large, between its events. An event larger than the limit gets its own response. */
final class Fragments {
    private Fragments() {}

    /** @return the parts in order; all but the last are marked as fragments */
    static List<EncodedWatchResponse> of(EncodedWatchResponse response, int limitBytes) {
        if (response.getSerializedSize() < limitBytes || response.getEventsCount() < 2) {
            return List.of(response);
        }
        EncodedWatchResponse frame = response.toBuilder().clearEvents().build();
        List<EncodedWatchResponse> parts = new ArrayList<>();
        EncodedWatchResponse.Builder part = frame.toBuilder();
        long size = frame.getSerializedSize();
        for (ByteString event : response.getEventsList()) {
            if (part.getEventsCount() > 0 && size + sizeOf(event) >= limitBytes) {
                parts.add(part.setFragment(true).build());
                part = frame.toBuilder();
                size = frame.getSerializedSize();
            }
            part.addEvents(event);
            size += sizeOf(event);
        }
        parts.add(part.build());
        return parts;
    }

    /** Returns the size including tag and length, which take at most 6 bytes. */
    private static int sizeOf(ByteString event) {
        return event.size() + 6;
    }
}
