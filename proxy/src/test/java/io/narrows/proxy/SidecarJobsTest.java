package io.narrows.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.narrows.codec.Codec;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.ConfigSource;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.DictionaryPart;
import io.narrows.proxy.link.proto.HeldDictionaries;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.KeptDictionaries;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.memory.ProcessMemory;
import io.narrows.proxy.support.Exposed;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a sidecar does what has to be done from time to time. */
@Timeout(120)
final class SidecarJobsTest {
    private static final PeerId GONE = new PeerId("gone");
    private static final Dictionary DICTIONARY = KeptDictionaries.of(Orders.of(new Random(1), 30_000));
    private static final Dictionary OTHER = KeptDictionaries.of(Orders.of(new Random(2), 30_000));

    private final ManualTime time = new ManualTime();
    private Path folder;
    private int linkPort;
    private Sidecar sidecar;

    @BeforeEach
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        linkPort = FreePort.next();
        Path file = Files.writeString(folder.resolve("b.yaml"), """
                version: 1
                node: {id: b, region: eu-west-1, zone: z, host: h-b}
                link: {listen: 127.0.0.1:%d, threads: 1, plaintext: true}
                targets: {work: 127.0.0.1:1}
                peers: [{id: a, region: us-east-1, zone: z, host: h, link: 127.0.0.1:1}]
                dictionaries: {path: dictionaries, train: false}
                policy: [{codec: lz4hc, dictionary: plain}]
                admin: {listen: 127.0.0.1:%d}
                """.formatted(linkPort, FreePort.next()));
        Config config = ConfigLoader.load(file);
        sidecar =
                Sidecar.start(config, ConfigSource.of(file), "test", ProcessMemory.ofThisProcess(), transport -> time);
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private double historyBytes() {
        return Exposed.of(sidecar).value("narrows_memory_bytes", "pool=\"history\"");
    }

    private double dictionaries() {
        return Exposed.of(sidecar).value("narrows_dictionaries", "direction=\"received\"");
    }

    /** Dials the sidecar as a peer that agrees on dictionaries. */
    private FakePeer dial() throws IOException {
        FakePeer peer = new FakePeer(linkPort);
        peer.send(FakePeer.hello("a", Codec.NONE).setHeldDictionaries(HeldDictionaries.newBuilder()));
        assertThat(peer.readGreeting().hasHello()).isTrue();
        return peer;
    }

    @Test
    void peerThatIsGone_isForgotten_anHourLater() {
        sidecar.events().linked(GONE);

        time.pass(Duration.ofMinutes(59));
        assertThat(sidecar.events().peers()).contains(GONE);

        await().until(
                        () -> { // a worker looks
                            time.pass(Duration.ofMinutes(30));
                            return !sidecar.events().peers().contains(GONE);
                        });
    }

    @Test
    void dictionaryThatNothingContinues_isDropped_inTheMinuteAfterTenMinutes() throws Exception {
        try (FakePeer peer = dial()) {
            peer.send(Control.newBuilder()
                    .setDictionaryPart(DictionaryPart.newBuilder()
                            .setName(ByteString.copyFrom(DICTIONARY.name().hash()))
                            .setTarget("work")
                            .setDialled(true)
                            .setLength(DICTIONARY.length())
                            .setBytes(ByteString.copyFrom(DICTIONARY.bytes().slice(0, 1_000)))));
            await().until(() -> historyBytes() > DICTIONARY.length());
        }

        time.pass(Duration.ofMinutes(9));
        assertThat(historyBytes()).isGreaterThan(DICTIONARY.length());
        time.pass(Duration.ofMinutes(2));

        await().until(() -> historyBytes() == 0);
    }

    @Test
    void fileOfADictionary_thatWasDamaged_isReadAgain_aMinuteLater() throws Exception {
        Path directory = Files.createDirectories(
                folder.resolve("dictionaries/a/work/accepted-received"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path damaged = Files.writeString(directory.resolve("damaged.dict"), "damaged");
        DictionaryFile.write(directory.resolve("other.dict"), OTHER);
        dial().close(); // has the files of the peer read
        await().until(() -> dictionaries() == 1);
        Files.delete(damaged);
        DictionaryFile.write(damaged, DICTIONARY);

        await().until(
                        () -> { // a thread of the store reads
                            time.pass(Duration.ofMinutes(1));
                            return dictionaries() == 2;
                        });
    }
}
