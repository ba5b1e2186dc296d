package io.narrows.storage.sst.robust;

import static io.narrows.storage.sst.robust.TableAssembly.block;
import static io.narrows.storage.sst.robust.TableAssembly.bytes;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codecs;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.UnsupportedTableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnknownTypeTest {
    private static final byte UNKNOWN = 0x14;

    @TempDir
    Path folder;

    @Test
    void get_entryOfUnknownType_namesFileAndBlock() throws IOException {
        byte[] data = block("key", bytes("value"));
        // one-byte lengths of the entry come first, then the key and its trailer, which begins with the type
        data[3 + "key".length()] = UNKNOWN;
        TableAssembly table = new TableAssembly(0);
        Path file = folder.resolve("table.sst");
        Files.write(file, table.finish(table.add(block("key", table.add(data)))));

        try (TableReader reader = TableReader.open(file, Codecs.load(), BlockCache.ofBytes(0))) {
            assertThatThrownBy(() -> reader.get(Slice.of("key"), InternalKey.MAX_SEQUENCE))
                    .isInstanceOf(UnsupportedTableException.class)
                    .hasMessage(file + ": offset 0: data block: unknown entry type: 20");
        }
    }
}
