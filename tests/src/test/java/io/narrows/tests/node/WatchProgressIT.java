package io.narrows.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.WatchCreateRequest;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a node reports progress to quiet watches at the configured interval; the default is ten minutes. */
class WatchProgressIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    @Test
    void quietWatch_isToldItsProgress() throws Exception {
        try (LocalNode node = LocalNode.aloneWithProgress(folder, Duration.ofMillis(200));
                StoreClient client = StoreClient.of(node.clientPort())) {
            WatchLog watch = client.watch();
            watch.create(WatchCreateRequest.newBuilder()
                    .setKey(ByteString.copyFromUtf8("a"))
                    .setProgressNotify(true)
                    .build());

            watch.await(() -> watch.progressed() > 1, LIMIT);

            assertThat(watch.faults()).isEmpty();
            watch.end();
        }
    }
}
