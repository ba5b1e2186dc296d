package io.narrows.proxy.link.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.support.KeptDictionaries;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.link.support.TwoNodes;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dictionaries whose links end before they are sent: {@code a} sends them, and dials the links. */
final class ContinuedDictionaryTest {
    private static final Dictionary DICTIONARY = KeptDictionaries.of(Orders.of(new Random(1), 30_000));
    private static final byte[] CONTENT = Orders.of(new Random(3), 2_000);

    private final TwoNodes nodes = new TwoNodes("{codec: lz4, dictionary: plain}");

    @AfterEach
    void close() {
        nodes.close();
    }

    /** Carries a connection that could begin with a dictionary. */
    private TwoNodes.Pair carried() {
        TwoNodes.Pair pair = nodes.open();
        pair.send(pair.a(), CONTENT);
        return pair;
    }

    /** Sends the first parts of a dictionary on a link that then ends. */
    private void sendSome() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        TwoNodes.Pair pair = carried();
        pair.tick();
        pair.close();
    }

    @Test
    void dictionary_isContinuedByLaterLinks() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        for (int i = 0; i < 3; i++) {
            TwoNodes.Pair pair = carried();
            pair.tick();
            pair.close();
        }

        assertThat(nodes.b().dictionaries().learned()).hasSize(1);
        assertThat(nodes.a().counters().bytesSent().sum()).isEqualTo(DICTIONARY.length());
        assertThat(nodes.b().historyBytes()).isZero();
    }

    @Test
    void dictionary_isContinuedByLinksThatWaitInAPool_howeverShort() {
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        carried();
        for (int i = 0; i < 3; i++) {
            TwoNodes.Pair ready = nodes.connect();
            ready.tick(1);
            ready.open(Optional.empty());
            ready.close();
        }

        assertThat(nodes.b().dictionaries().learned()).hasSize(1);
    }

    @Test
    void dictionaryThatThePeerCannotContinue_isSentAgain_withoutAnotherConnectionThatLacksIt() {
        sendSome();
        nodes.pass(IncomingDictionary.ABANDONED_NANOS);
        nodes.b().dropAbandonedDictionaries();
        assertThat(nodes.b().historyBytes()).isZero();
        TwoNodes.Pair waiting = nodes.connect();
        waiting.tick();
        nodes.pass(OutgoingDictionary.RETRY_NANOS);

        for (int i = 0; i < 10; i++) {
            waiting.tick();
        }

        assertThat(nodes.b().dictionaries().learned()).hasSize(1);
    }

    @Test
    void dictionaryOfWhichTheReceiverHasLessThanWasSent_isSentAgain() {
        sendSome();
        nodes.pass(IncomingDictionary.ABANDONED_NANOS);
        nodes.b().dropAbandonedDictionaries();
        assertThat(nodes.b().historyBytes()).isZero();
        TwoNodes.Pair next = carried();
        next.tick();
        nodes.pass(OutgoingDictionary.RETRY_NANOS);

        TwoNodes.Pair last = carried();
        for (int i = 0; i < 10; i++) {
            last.tick();
        }

        assertThat(nodes.b().dictionaries().learned()).hasSize(1);
        assertThat(next.b().link().state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void incompleteDictionary_isKeptUntilItIsAbandoned() {
        sendSome();
        nodes.pass(IncomingDictionary.ABANDONED_NANOS - 1);
        nodes.b().dropAbandonedDictionaries();

        assertThat(nodes.b().historyBytes()).isPositive();
    }
}
