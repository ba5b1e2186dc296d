package io.narrows.tests.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lines to produce, each a key, a tab and a value.
 *
 * @param batchBytes bytes of a batch before compression, 1 to 900,000
 * @param pauseMillis time between batches
 */
public record Lines(Path file, int batchBytes, long pauseMillis) {
    /**
     * Writes a file of orders for each size of batches. Together the files have at least {@code bytes} bytes, and each enough for
     * one batch.
     *
     * @param folder for the files
     * @param seed of the orders; different seeds have different orders
     * @param sizes of batches before compression
     * @param bytesPerSecond before compression, at most; {@link Integer#MAX_VALUE} for no pauses
     */
    public static List<Lines> write(Path folder, long seed, List<Integer> sizes, int bytes, int bytesPerSecond)
            throws IOException {
        List<Lines> all = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            int batchBytes = sizes.get(i);
            Path file = folder.resolve("orders-" + batchBytes);
            OrderLines.write(file, seed * sizes.size() + i, Math.max(bytes / sizes.size(), batchBytes));
            all.add(new Lines(file, batchBytes, TimeUnit.SECONDS.toMillis(batchBytes) / bytesPerSecond));
        }
        return all;
    }
}
