package io.narrows.proxy.link.handshake;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.dictionary.LinkDictionaries;
import io.narrows.proxy.link.primed.LinkStates;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import org.jspecify.annotations.Nullable;

/** The states and dictionaries that a hello offers, until the link owns them. Used on the link's event loop. */
final class ContextOffers implements AutoCloseable {
    private @Nullable LinkStates states;
    private @Nullable LinkDictionaries dictionaries;

    ContextOffers(LinkEnvironment environment, PeerId peer) {
        this.states = environment.primed().link(peer);
        this.dictionaries = environment.dictionaries().link(peer);
    }

    /** Returns a hello with the offers. */
    Hello addTo(Hello hello) {
        Hello.Builder offering = hello.toBuilder();
        if (states != null) {
            offering.setHeldStates(states.offers());
        }
        if (dictionaries != null) {
            offering.setHeldDictionaries(dictionaries.offers());
        }
        return offering.build();
    }

    /** Lets a link own what the peer's hello accepts. */
    void passTo(Link link, Hello hello) {
        if (states != null && hello.hasHeldStates()) {
            states.offered(hello.getHeldStates());
            link.offered(states);
            states = null;
        }
        if (dictionaries != null && hello.hasHeldDictionaries()) {
            dictionaries.offered(hello.getHeldDictionaries());
            link.offered(dictionaries);
            dictionaries = null;
        }
    }

    /** Releases what no link owns. */
    @Override
    public void close() {
        if (states != null) {
            states.close();
        }
        if (dictionaries != null) {
            dictionaries.close();
        }
    }
}
