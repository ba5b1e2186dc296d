package io.narrows.tests.node;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** A few keys, so that requests collide, some of them awkward, and ranges in all of etcd's forms. */
final class RandomKeys {
    static final ByteString FROM_KEY_ON = ByteString.copyFrom(new byte[1]);

    private static final List<ByteString> PARTS = List.of(
            utf8("a"),
            utf8("b"),
            utf8("/"),
            utf8("é"),
            FROM_KEY_ON,
            ByteString.copyFrom(new byte[] {1}),
            ByteString.copyFrom(new byte[] {-1}));

    private final Random random;

    RandomKeys(Random random) {
        this.random = random;
    }

    ByteString part() {
        return PARTS.get(random.nextInt(PARTS.size()));
    }

    ByteString key() {
        ByteString key = part();
        return random.nextBoolean() ? key.concat(part()) : key;
    }

    /**
     * Returns the end of a range from the key: none, all keys with it as prefix, all from it on, or up to another key, which
     * may be before it.
     */
    ByteString end(ByteString key) {
        return switch (random.nextInt(6)) {
            case 0 -> prefixEnd(key);
            case 1 -> FROM_KEY_ON;
            case 2 -> key();
            default -> ByteString.EMPTY;
        };
    }

    ByteString value() {
        return utf8("value".repeat(random.nextInt(20)) + random.nextInt(3));
    }

    static ByteString prefixEnd(ByteString key) {
        byte[] end = key.toByteArray();
        for (int last = end.length - 1; last >= 0; last--) {
            if (end[last] != -1) {
                end[last]++;
                return ByteString.copyFrom(end, 0, last + 1);
            }
        }
        return FROM_KEY_ON;
    }

    private static ByteString utf8(String text) {
        return ByteString.copyFrom(text, StandardCharsets.UTF_8);
    }
}
