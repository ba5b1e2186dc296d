package io.narrows.proxy.link.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.DictionaryKept;
import io.narrows.proxy.link.proto.DictionaryPart;
import io.narrows.proxy.link.proto.DictionaryRefused;
import io.narrows.proxy.link.proto.DictionaryRefused.Reason;
import io.narrows.proxy.link.support.KeptDictionaries;
import io.narrows.proxy.link.support.KeptDictionaries.Learned;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.link.support.TwoNodes;
import io.narrows.proxy.meter.ReasonCount;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dictionaries on their way between two nodes: {@code a} sends them, and dials the links. */
final class DictionaryTransferTest {
    /** Needs no digest of the dictionary, so that the first connection that may begins with it. */
    private static final String RULE = "{codec: lz4hc, dictionary: plain}";

    private static final byte[] BYTES = Orders.of(new Random(1), 30_000);
    private static final Dictionary DICTIONARY = KeptDictionaries.of(BYTES);
    private static final Dictionary OTHER = KeptDictionaries.of(Orders.of(new Random(2), Dictionary.MAX_BYTES));
    private static final Dictionary WHOLE = KeptDictionaries.of(Arrays.copyOf(BYTES, 2000));
    private static final byte[] CONTENT = Orders.of(new Random(3), 2_000);

    private TwoNodes nodes = new TwoNodes(RULE);

    @AfterEach
    void close() {
        nodes.close();
    }

    private void use(TwoNodes others) {
        nodes.close();
        nodes = others;
    }

    /** Carries a connection that could begin with a dictionary. */
    private TwoNodes.Pair carried() {
        TwoNodes.Pair pair = nodes.open();
        pair.send(pair.a(), CONTENT);
        assertThat(pair.b().received()).isEqualTo(CONTENT);
        return pair;
    }

    private static void tick(TwoNodes.Pair pair, int times) {
        for (int i = 0; i < times; i++) {
            pair.tick();
        }
    }

    private void assertNothingIsLeft() {
        assertThat(nodes.b().dictionaries().learned()).isEmpty();
        assertThat(nodes.b().counters().received().sum()).isZero();
        assertThat(nodes.a().counters().sent().sum()).isZero();
        assertThat(nodes.b().historyBytes()).isZero();
    }

    @Test
    void dictionaryThatThePeerLacks_isSentOnce_andLaterConnectionsBeginWithIt() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);

        tick(carried(), 10);

        assertThat(nodes.b().dictionaries().learned()).hasSize(1).first().satisfies(learned -> {
            assertThat(learned.target()).isEqualTo(TwoNodes.TARGET);
            assertThat(learned.dialled()).isFalse();
            assertThat(learned.dictionary().name()).isEqualTo(DICTIONARY.name());
        });
        assertThat(nodes.a().dictionaryContexts()).isZero();
        tick(carried(), 10);
        assertThat(nodes.a().dictionaryContexts()).isOne();
        assertThat(nodes.a().counters().sent().sum()).isOne();
        assertThat(nodes.b().counters().received().sum()).isOne();
        assertThat(nodes.a().counters().bytesSent().sum()).isEqualTo(DICTIONARY.length());
        assertThat(nodes.b().counters().bytesReceived().sum()).isEqualTo(DICTIONARY.length());
        assertThat(nodes.b().historyBytes()).isZero(); // what is learned is the store's
    }

    @Test
    void completeDictionary_staysCharged_withTheMemoryToUseIt_untilItIsKept() {
        List<Long> charged = new ArrayList<>();
        nodes.b().dictionaries().beforeKeeping(() -> charged.add(nodes.b().historyBytes()));
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);

        tick(carried(), 10);

        assertThat(charged).containsExactly(DICTIONARY.length() + StreamDictionary.firstBytes(false));
        assertThat(nodes.b().historyBytes()).isZero();
    }

    @Test
    void dictionaryThatCannotBeKept_givesItsMemoryBack() {
        nodes.b().dictionaries().beforeKeeping(() -> {
            throw new OutOfMemoryError("expected by the test");
        });
        TwoNodes.Pair pair = nodes.open();

        pair.ask(whole());

        assertThat(pair.b().link().state()).isEqualTo(LinkState.CLOSED);
        assertNothingIsLeft();
    }

    @Test
    void dictionaryThatNoWorkerCanCheck_givesItsMemoryBack() {
        TwoNodes.Pair pair = nodes.open();
        nodes.workers(task -> {
            throw new OutOfMemoryError("expected by the test: no other thread");
        });

        pair.ask(whole());

        assertNothingIsLeft();
    }

    @Test
    void dictionaryOfTheAcceptingSide_isSentToo() {
        nodes.b().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        TwoNodes.Pair pair = nodes.open();
        pair.send(pair.b(), CONTENT);

        tick(pair, 10);

        assertThat(nodes.a().dictionaries().learned())
                .extracting(Learned::dialled)
                .containsExactly(true);
    }

    @Test
    void linkThatWaits_sendsTheDictionary_whileTheConnectionIsBusy() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        TwoNodes.Pair busy = carried();
        TwoNodes.Pair waiting = nodes.connect();
        for (int i = 0; i < 10; i++) {
            busy.send(busy.a(), CONTENT);
            busy.tick(100_000_000);
        }
        assertThat(nodes.a().counters().bytesSent().sum()).isZero();

        tick(waiting, 10);

        assertThat(nodes.b().dictionaries().learned()).hasSize(1);
    }

    @Test
    void dictionaryThatABusyLinkDoesNotComplete_isContinuedByAnotherOne() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        TwoNodes.Pair busy = carried();
        busy.tick();
        assertThat(nodes.b().historyBytes()).isEqualTo(DICTIONARY.length() + StreamDictionary.firstBytes(false));
        for (int i = 0; i <= DictionaryTransfer.BUSY_CALLS; i++) {
            busy.send(busy.a(), CONTENT);
            busy.tick(100_000_000);
        }
        TwoNodes.Pair other = carried();

        tick(other, 10);
        tick(busy, 10);

        assertThat(nodes.b().dictionaries().learned()).hasSize(1);
        assertThat(nodes.a().counters().bytesSent().sum()).isEqualTo(DICTIONARY.length());
        assertThat(nodes.b().historyBytes()).isZero();
        assertThat(busy.b().link().state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void dictionaryWithFrames_takesTheMemoryOfTheirDecoder() {
        TwoNodes.Pair pair = nodes.open();
        ByteString bytes = ByteString.copyFrom("nDfr".getBytes(StandardCharsets.US_ASCII))
                .concat(ByteString.copyFrom(BYTES, 0, 996));

        pair.ask(Control.newBuilder().setDictionaryPart(first(BYTES.length, 0).setBytes(bytes)));

        assertThat(nodes.b().historyBytes()).isEqualTo(BYTES.length + StreamDictionary.firstBytes(true));
    }

    @Test
    void partThatContinuesAnotherDictionary_isRefused() {
        TwoNodes.Pair pair = nodes.open();
        pair.ask(beginning());
        assertThat(nodes.b().historyBytes()).isEqualTo(BYTES.length + StreamDictionary.firstBytes(false));

        DictionaryPart.Builder other = first(BYTES.length - 1, 1000).setOffset(1000);
        assertThat(pair.ask(Control.newBuilder().setDictionaryPart(other)))
                .extracting(answer -> answer.getDictionaryRefused().getReason())
                .containsExactly(Reason.INCOMPLETE);

        assertThat(nodes.b().historyBytes()).isZero();
        assertThat(pair.b().link().state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void dictionaryThatThePeerKeepsSinceItsHello_isNotSentAgain() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        TwoNodes.Pair greeted = nodes.connect();
        tick(carried(), 10);
        assertThat(nodes.a().counters().sent().sum()).isOne();

        greeted.open(Optional.empty());
        greeted.send(greeted.a(), CONTENT);
        nodes.pass(OutgoingDictionary.INTERVAL_NANOS);
        tick(greeted, 10);

        assertThat(nodes.a().counters().bytesSent().sum()).isEqualTo(DICTIONARY.length());
        assertThat(nodes.a().counters().sent().sum()).isOne();
    }

    @Test
    void nextDictionary_isSentAnHourLater() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        tick(carried(), 10);
        nodes.a().dictionaries().send(TwoNodes.TARGET, OTHER);

        tick(carried(), 20);
        assertThat(nodes.b().dictionaries().learned()).hasSize(1);
        nodes.pass(OutgoingDictionary.INTERVAL_NANOS);
        tick(carried(), 20);

        assertThat(nodes.b().dictionaries().learned())
                .extracting(learned -> learned.dictionary().name())
                .containsExactly(DICTIONARY.name(), OTHER.name());
    }

    @Test
    void linkInPlainText_thatTheReceiverDoesNotAllow_carriesNone() {
        use(new TwoNodes(RULE, RULE, false));
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        nodes.b().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        TwoNodes.Pair pair = carried();
        pair.send(pair.b(), CONTENT);

        tick(pair, 10);

        assertNothingIsLeft();
        assertThat(nodes.b().counters().bytesSent().sum()).isZero();
        assertThat(nodes.a().counters().bytesSent().sum()).isPositive().isLessThan(DICTIONARY.length());
        assertThat(pair.b().link().state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void linkInPlainText_thatTheSenderNoLongerAllows_carriesNone() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        TwoNodes.Pair pair = carried();
        pair.tick();
        long before = nodes.a().counters().bytesSent().sum();
        assertThat(before).isLessThan(DICTIONARY.length());
        nodes.a().applyWithoutPlaintext(RULE);

        tick(pair, 20);

        assertThat(nodes.a().counters().bytesSent().sum()).isEqualTo(before);
    }

    @Test
    void dictionaryThatThePeerDoesNotKeep_isNotSentAgainSoon() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        nodes.b().dictionaries().refuse();

        tick(carried(), 10);
        tick(carried(), 10);

        assertNothingIsLeft();
        assertThat(nodes.a().counters().bytesSent().sum()).isEqualTo(DICTIONARY.length());
    }

    @Test
    void dictionaryThatIsNotReceived_isRefused() {
        TwoNodes.Pair pair = nodes.open();
        nodes.b().apply("{codec: lz4hc}");
        assertThat(pair.ask(whole())).containsExactly(refused(Reason.RULE));

        nodes.b().apply(RULE);
        assertThat(pair.ask(whole())).containsExactly(kept(WHOLE));
        nodes.b().dictionaries().drop();
        assertThat(pair.ask(whole())).containsExactly(refused(Reason.TOO_SOON));

        nodes.pass(IncomingDictionary.INTERVAL_NANOS);
        nodes.b().exhaustHistory();
        assertThat(pair.ask(whole())).containsExactly(refused(Reason.MEMORY));
        assertThat(nodes.b().dictionaries().learned()).hasSize(1);
        assertThat(pair.b().link().state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void dictionaryThatThisSideHas_isConfirmedAtOnce() {
        TwoNodes.Pair pair = nodes.open();
        nodes.b().dictionaries().receive(DICTIONARY);

        assertThat(pair.ask(beginning())).containsExactly(kept(DICTIONARY));

        assertThat(nodes.b().historyBytes()).isZero();
    }

    @Test
    void brokenDictionaries_endTheirLink() {
        List<List<DictionaryPart.Builder>> broken = List.of(
                List.of(first(Dictionary.MAX_BYTES + 1, 1000)),
                List.of(first(Dictionary.MIN_BYTES - 1, 100)),
                List.of(first(-1, 1000)),
                List.of(first(1000, 1001)),
                List.of(first(1000, 0)),
                List.of(first(1000, 900).setName(name(DICTIONARY).substring(1))),
                List.of(first(2000, 1000), later(1000, 1001)),
                List.of(first(2000, 1000), later(999, 100)),
                List.of(first(2000, 1000), later(1001, 100)),
                List.of(later(1000, 1000)),
                List.of(first(1000, 1000)), // another name than that of its bytes
                List.of(first(1000, 500), later(500, 500)));
        for (List<DictionaryPart.Builder> parts : broken) {
            use(new TwoNodes(RULE));
            TwoNodes.Pair pair = nodes.open();

            for (DictionaryPart.Builder part : parts) {
                pair.ask(Control.newBuilder().setDictionaryPart(part));
            }

            assertThat(pair.b().link().state()).as("%s", parts).isEqualTo(LinkState.CLOSED);
            assertThat(nodes.b().events().failureCounts())
                    .containsExactly(new ReasonCount("corrupt-frame", new PeerId("a"), 1));
            assertNothingIsLeft();
        }
    }

    @Test
    void contentOfZstdsDictionary_withAnInvalidHeader_endsItsLink() throws Exception {
        byte[] bytes = new byte[1000];
        byte[] magic = {0x37, (byte) 0xa4, 0x30, (byte) 0xec};
        System.arraycopy(magic, 0, bytes, 0, magic.length);
        TwoNodes.Pair pair = nodes.open();

        pair.ask(Control.newBuilder()
                .setDictionaryPart(DictionaryPart.newBuilder()
                        .setName(ByteString.copyFrom(
                                MessageDigest.getInstance("SHA-256").digest(bytes)))
                        .setTarget(TwoNodes.TARGET)
                        .setLength(bytes.length)
                        .setBytes(ByteString.copyFrom(bytes))));

        assertThat(pair.b().link().state()).isEqualTo(LinkState.CLOSED);
        assertNothingIsLeft();
    }

    @Test
    void answer_toNothing_endsItsLink() {
        for (Control.Builder answer : List.of(kept(WHOLE).toBuilder(), refused(Reason.MEMORY).toBuilder())) {
            TwoNodes.Pair pair = nodes.open();
            pair.ask(answer);
            assertThat(pair.b().link().state()).isEqualTo(LinkState.CLOSED);
        }
    }

    @Test
    void dictionary_ofAPeerThatHasNotAgreed_endsItsLink() {
        use(new TwoNodes("{codec: lz4hc}", RULE, true));
        TwoNodes.Pair pair = nodes.open();

        pair.ask(beginning());

        assertThat(pair.b().link().state()).isEqualTo(LinkState.CLOSED);
    }

    /** Returns the first part of what is said to be the dictionary, but has another length. */
    private static DictionaryPart.Builder first(int length, int bytes) {
        return DictionaryPart.newBuilder()
                .setName(name(DICTIONARY))
                .setTarget(TwoNodes.TARGET)
                .setDialled(true)
                .setLength(length)
                .setBytes(ByteString.copyFrom(BYTES, 0, bytes));
    }

    private static DictionaryPart.Builder later(int offset, int bytes) {
        return DictionaryPart.newBuilder().setOffset(offset).setBytes(ByteString.copyFrom(BYTES, 0, bytes));
    }

    private static Control.Builder beginning() {
        return Control.newBuilder().setDictionaryPart(first(BYTES.length, 1000));
    }

    /** Returns a dictionary that fits into one message. */
    private static Control.Builder whole() {
        return Control.newBuilder()
                .setDictionaryPart(first(WHOLE.length(), WHOLE.length()).setName(name(WHOLE)));
    }

    private static Control kept(Dictionary dictionary) {
        return Control.newBuilder()
                .setDictionaryKept(DictionaryKept.newBuilder().setName(name(dictionary)))
                .build();
    }

    private static Control refused(Reason reason) {
        return Control.newBuilder()
                .setDictionaryRefused(
                        DictionaryRefused.newBuilder().setName(name(WHOLE)).setReason(reason))
                .build();
    }

    private static ByteString name(Dictionary dictionary) {
        return ByteString.copyFrom(dictionary.name().hash());
    }
}
