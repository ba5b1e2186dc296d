package io.narrows.storage.log;

import com.github.luben.zstd.ZstdInputStream;
import io.narrows.storage.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Decompresses records, each of which is one zstd stream. */
final class ZstdRecords {
    /** Zstd's number in the format (RocksDB's {@code CompressionType}). */
    static final int TYPE = 7;

    private final byte[] chunk = new byte[RecordHeader.BLOCK];
    private final RecordBuffer content = new RecordBuffer();

    /** Returns the content of a record, a view valid until the next call. */
    Slice decompress(Slice record) throws IOException {
        content.clear();
        InputStream compressed = new ByteArrayInputStream(record.array(), record.offset(), record.length());
        try (ZstdInputStream stream = new ZstdInputStream(compressed)) {
            for (int count = stream.read(chunk); count >= 0; count = stream.read(chunk)) {
                content.append(chunk, 0, count);
            }
        }
        return content.bytes();
    }
}
