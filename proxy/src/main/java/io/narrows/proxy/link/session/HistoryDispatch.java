package io.narrows.proxy.link.session;

import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.KeptHistory;
import io.narrows.proxy.link.proto.OfferHistory;
import io.narrows.proxy.link.shared.HistoryException;
import io.narrows.proxy.link.shared.LinkHistory;

/** Applies the peer's messages of shared history to a link's part in it. Used on the link's event loop only. */
final class HistoryDispatch {
    private HistoryDispatch() {}

    /**
     * Applies a message, one of KEPT_HISTORY, ASK_HISTORY, OFFER_HISTORY and RETURN_HISTORY.
     *
     * @param isFinReceived whether the peer has finished its direction, so that it has no frames to use history for
     * @param now on the nano clock
     */
    static void dispatch(Control control, LinkHistory history, boolean isFinReceived, long now)
            throws CorruptFrameException {
        try {
            switch (control.getKindCase()) {
                case KEPT_HISTORY -> {
                    KeptHistory kept = control.getKeptHistory();
                    history.received().kept(kept.getStream(), kept.getPaused());
                }
                case OFFER_HISTORY -> {
                    OfferHistory offer = control.getOfferHistory();
                    history.consumer().offered(offer.getSource(), offer.getStream(), offer.getFrom(), now);
                }
                case RETURN_HISTORY ->
                    history.provider().returned(control.getReturnHistory().getSource());
                case ASK_HISTORY -> {
                    if (!isFinReceived) {
                        history.provider().asked();
                    }
                }
                default -> throw new IllegalArgumentException("not of shared history: " + control.getKindCase());
            }
        } catch (HistoryException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }
}
