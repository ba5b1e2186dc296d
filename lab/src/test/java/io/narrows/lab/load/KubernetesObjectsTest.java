package io.narrows.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class KubernetesObjectsTest {
    private static final int POD_BYTES = 6 << 10;

    private final KubernetesObjects objects = new KubernetesObjects(7, POD_BYTES);

    @Test
    void objects_sameSeedAndNumbers_areTheSame() {
        KubernetesObjects again = new KubernetesObjects(7, POD_BYTES);

        assertThat(again.pod(12, 3)).isEqualTo(objects.pod(12, 3));
        assertThat(again.event(12, 5)).isEqualTo(objects.event(12, 5));
        assertThat(again.nodeLease(12, 8)).isEqualTo(objects.nodeLease(12, 8));
    }

    @Test
    void objects_anotherSeed_areOthers() {
        KubernetesObjects others = new KubernetesObjects(8, POD_BYTES);

        assertThat(others.pod(12, 3).key()).isNotEqualTo(objects.pod(12, 3).key());
        assertThat(others.event(12, 5).key()).isNotEqualTo(objects.event(12, 5).key());
        assertThat(others.nodeLease(12, 8).value())
                .isNotEqualTo(objects.nodeLease(12, 8).value());
    }

    @Test
    void objects_areJsonOfTheirKind() throws IOException {
        assertThat(kindOf(objects.pod(1, 0))).isEqualTo("Pod");
        assertThat(kindOf(objects.pod(1, 1))).isEqualTo("Pod");
        assertThat(kindOf(objects.nodeLease(1, 2))).isEqualTo("Lease");
        for (int i = 0; i < 100; i++) {
            assertThat(kindOf(objects.event(1, i))).isEqualTo("Event");
        }
    }

    @Test
    void pod_keyStays_statusChanges() {
        StoredObject pending = objects.pod(3, 0);
        StoredObject running = objects.pod(3, 1);
        StoredObject restarted = objects.pod(3, 4);

        assertThat(List.of(running.key(), restarted.key(), objects.podKey(3))).containsOnly(pending.key());
        assertThat(text(pending)).contains("\"phase\":\"Pending\"").doesNotContain("containerStatuses\":[");
        assertThat(text(running)).contains("\"phase\":\"Running\"", "\"restartCount\":0");
        assertThat(text(restarted)).contains("\"restartCount\":1", "\"ready\":false");
    }

    @Test
    void pods_haveNamesOfTheirOwn() {
        Set<ByteString> keys = new HashSet<>();
        IntStream.range(0, 20_000).forEach(number -> keys.add(objects.podKey(number)));

        assertThat(keys)
                .hasSize(20_000)
                .allSatisfy(key -> assertThat(key.toStringUtf8())
                        .matches("/narrows-bench/pods/[a-z]+/[a-z-]+-[a-z0-9]{10}-[a-z0-9]{5}"));
    }

    @Test
    void event_tellsOfItsPod() {
        String pod = objects.podKey(3).toStringUtf8();
        String name = pod.substring(pod.lastIndexOf('/') + 1);

        assertThat(objects.event(3, 9).key().toStringUtf8()).contains("/" + name + ".");
        assertThat(text(objects.event(3, 9))).contains("\"involvedObject\":{\"kind\":\"Pod\"", "\"name\":\"" + name);
    }

    @Test
    void sizes_areThoseOfACluster() {
        assertThat(running(POD_BYTES))
                .allSatisfy(pod -> assertThat(pod.value().size()).isBetween(POD_BYTES - 400, POD_BYTES + 400));
        assertThat(running(1)).allSatisfy(pod -> assertThat(pod.value().size()).isBetween(5_400, 6_200));
        assertThat(running(64 << 10))
                .allSatisfy(pod -> assertThat(pod.value().size()).isBetween((64 << 10) - 400, (64 << 10) + 400));
        assertThat(objects.event(1, 1).value().size()).isBetween(900, 1_400);
        assertThat(objects.nodeLease(1, 1).value().size()).isBetween(800, 950);
    }

    /**
     * Checks both ratios: most of a pod is words, and most of it is shared with other pods. Neither alone would make a
     * realistic test of compression.
     */
    @Test
    void pods_compressAsRealOnesDo() {
        byte[] one = objects.pod(1, 1).value().toByteArray();
        byte[] many = ByteString.copyFrom(
                        running(POD_BYTES).map(StoredObject::value).toList())
                .toByteArray();

        assertThat((double) deflated(one) / one.length).isBetween(0.28, 0.42);
        assertThat((double) deflated(many) / many.length).isBetween(0.06, 0.15);
    }

    private static Stream<StoredObject> running(int podBytes) {
        KubernetesObjects sized = new KubernetesObjects(7, podBytes);
        return IntStream.range(0, 100).mapToObj(number -> sized.pod(number, 1));
    }

    private static int deflated(byte[] data) {
        Deflater deflater = new Deflater(6);
        deflater.setInput(data);
        deflater.finish();
        int size = deflater.deflate(new byte[data.length + 100]);
        deflater.end();
        return size;
    }

    private static String text(StoredObject object) {
        return object.value().toStringUtf8();
    }

    /** Parses the whole object. */
    private static String kindOf(StoredObject object) throws IOException {
        String kind = null;
        try (JsonParser json = new JsonFactory().createParser(text(object))) {
            while (json.nextToken() != null) {
                if (kind == null && "kind".equals(json.currentName())) {
                    kind = json.nextTextValue();
                }
            }
        }
        return kind;
    }
}
