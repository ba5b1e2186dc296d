package io.narrows.proxy.link.dictionary;

import com.google.protobuf.ByteString;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.proto.HeldDictionaries;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One link's part in the dictionaries of two nodes: those that its hellos offered. Each side holds what it offered until the peer's first
 * context has begun, or the link ends, whatever the store does with it. Used on the link's event loop.
 */
public final class LinkDictionaries implements AutoCloseable {
    /** Maximum number of dictionaries in a hello; further ones are ignored. */
    static final int MOST_OFFERS = 16;

    private final PeerTransfers peer;
    private final @Nullable DictionaryName keptBefore;
    private List<StreamDictionary> offered;
    private Set<DictionaryName> offers = Set.of();
    private boolean agreed;

    /** Whether the peer reads dictionaries with frames. */
    private boolean peerReadsFrames;

    LinkDictionaries(PeerTransfers peer) {
        this.peer = peer;
        this.keptBefore = peer.outgoing().kept();
        this.offered = hold(peer.store(), peer.id());
    }

    /** Returns the newest dictionaries of the peer. The first frame of a context has four bytes of a name, so they differ in these. */
    private static List<StreamDictionary> hold(SidecarDictionaries store, PeerId peer) {
        List<StreamDictionary> held = new ArrayList<>();
        Set<Integer> marks = new HashSet<>();
        for (DictionaryName name : store.received(peer)) {
            boolean isOffer = held.size() < MOST_OFFERS && !marks.contains(name.first());
            StreamDictionary found = isOffer ? store.byName(peer, name) : null;
            StreamDictionary own = found == null ? null : found.share();
            if (own != null) {
                held.add(own);
                marks.add(name.first());
            }
        }
        return held;
    }

    /** Returns this side's offers, for its hello. */
    public HeldDictionaries offers() {
        HeldDictionaries.Builder message = HeldDictionaries.newBuilder();
        offered.forEach(held -> message.addNames(ByteString.copyFrom(held.name().hash())));
        return message.setWithFrames(true).build();
    }

    /** Applies the offers of the peer's hello. */
    public void offered(HeldDictionaries message) {
        agreed = true;
        peerReadsFrames = message.getWithFrames();
        peer.store().setReadsFrames(peer.id(), peerReadsFrames);
        offers = message.getNamesList().stream()
                .limit(MOST_OFFERS)
                .filter(name -> name.size() == DictionaryName.BYTES)
                .map(name -> DictionaryName.ofHash(name.toByteArray()))
                .collect(Collectors.toSet());
    }

    /**
     * Returns the part of the connection that takes the link.
     *
     * @param target as OPEN names it
     * @param dialled whether this side opened the link
     * @param tls whether the sidecars end the connection's TLS
     */
    public ConnectionDictionaries connection(String target, boolean dialled, boolean tls) {
        return agreed ? new ConnectionDictionaries(this, target, dialled, tls) : ConnectionDictionaries.NONE;
    }

    /**
     * Returns the part of the link in the transfer of dictionaries.
     *
     * @param control writes to the link
     * @param mayCarry returns whether the link has TLS, or the configuration explicitly allows dictionaries on it in plain text
     */
    public DictionaryTransfer transfer(
            ControlWriter control, BooleanSupplier mayCarry, DictionaryTransfer.Owner owner) {
        return new DictionaryTransfer(peer, this::peerReads, control, mayCarry, owner);
    }

    PeerTransfers peer() {
        return peer;
    }

    /** Records that the peer's hello does not offer a dictionary with which the connection could begin. */
    void peerLacks(OutgoingDictionary.MissingDictionary wanted) {
        peer.outgoing().peerLacks(wanted, keptBefore, this::peerReads);
    }

    /** Returns whether the peer's release reads a dictionary: only those since dictionaries have frames read one with frames. */
    boolean peerReads(Dictionary dictionary) {
        return peerReadsFrames || !dictionary.hasFrames();
    }

    /** Returns whether the peer has a dictionary for the first context of this side. */
    boolean isOffered(DictionaryName name) {
        return offers.contains(name);
    }

    /** Returns the dictionary that this side offered and a first frame names; null if there is none. */
    @Nullable
    StreamDictionary named(ByteBuffer firstFrame) {
        for (StreamDictionary held : offered) {
            if (held.isNamedBy(firstFrame)) {
                return held;
            }
        }
        return null;
    }

    /** Forgets what the peer offered: this side's first context has begun. */
    void releaseOffers() {
        offers = Set.of();
    }

    /** Releases what this side offered: the peer's first context has begun. */
    void releaseOffered() {
        offered.forEach(StreamDictionary::close);
        offered = List.of();
    }

    /** Releases everything. */
    @Override
    public void close() {
        releaseOffered();
        releaseOffers();
    }
}
