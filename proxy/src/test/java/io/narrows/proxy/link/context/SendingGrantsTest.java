package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.ContextSteps;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.SentFrames;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests for contexts, and grants that cross them on the wire. */
final class SendingGrantsTest {
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);
    private static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD, 3);
    private static final Location PLACE = new Location("r", "z", "hb");

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private long now;
    private final SendingGrants grants = grants(new LinkTermsBuilder().grantsContexts());

    private SendingGrants grants(LinkTermsBuilder builder) {
        LinkEnvironment environment = LinkEnvironments.ofA("{codec: none}", new EventMeter(), Runnable::run, () -> now);
        LinkTerms terms = builder.build();
        TrafficCell cell =
                environment.traffic().cell(new PeerId("b"), PLACE, TrafficClass.CONTROL, Codec.NONE, Direction.SENT);
        FrameWriter frames = new FrameWriter(
                channel,
                FrameForm.PAYLOAD_CHECKED,
                new WireCounter(new LinkBill(channel, false, environment.traffic())));
        return new SendingGrants(terms, new ControlWriter(frames, () -> cell), () -> now);
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void nothingIsSent_beforeItIsGranted() throws Exception {
        assertThat(grants.allowed(DENSE)).isNull();
        ContextWindow request = request();

        grant(DENSE.withWindowLog(18), request.getRequest());

        assertThat(grants.allowed(DENSE)).isEqualTo(DENSE.withWindowLog(18));
        assertThat(requests()).isEmpty();
    }

    @Test
    void grantSentBeforeTheLastRequest_doesNotAnswerIt() throws Exception {
        grants.allowed(ZSTD);
        ContextWindow first = request();
        grants.keepOnly(List.of(DENSE));
        grants.allowed(ZSTD);
        ContextWindow last = requests().get(1);

        grant(ZSTD, first.getRequest());
        assertThat(grants.allowed(ZSTD)).isNull();

        grant(ZSTD.withWindowLog(18), last.getRequest());
        assertThat(grants.allowed(ZSTD)).isEqualTo(ZSTD.withWindowLog(18));
    }

    @Test
    void loweringThatWasSentBeforeTheLastRequest_isObeyed() throws Exception {
        grants.allowed(ZSTD);
        grant(ZSTD, request().getRequest());
        grants.allowed(CodecSpec.of(Codec.ZSTD, 1)); // a different level: a request; the grant is valid until then

        ContextWindow lowered = ContextWindows.of(ZSTD, 15).toBuilder()
                .setRequest(1)
                .setLowering(1)
                .build();
        grants.granted(Codec.ZSTD, lowered, ZSTD.withWindowLog(15));

        assertThat(grants.allowed(ZSTD).windowLog()).isEqualTo(15);
    }

    @Test
    void codecsAreRequestedAgain_eachSeparately() throws Exception {
        grants.allowed(DENSE);
        grants.allowed(ZSTD);
        for (ContextWindow request : requests()) {
            refuse(request);
        }

        now += TimeUnit.SECONDS.toNanos(1);
        grants.allowed(ZSTD);
        grants.allowed(DENSE);

        assertThat(requests()).extracting(ContextWindow::getCodec).containsExactly(Codec.ZSTD.id(), Codec.DENSE.id());
    }

    @Test
    void repeatedlyRefusedCodec_isRequestedLessAndLess() throws Exception {
        grants.allowed(DENSE);
        refuse(request());
        int asked = 0;
        for (int second = 0; second < 600; second++) {
            now += TimeUnit.SECONDS.toNanos(1);
            grants.allowed(DENSE);
            for (ContextWindow request : requests()) {
                refuse(request);
                asked++;
            }
        }

        assertThat(asked).isBetween(10, 20); // after 1, 2, 4, … 64 s, then every 64 s
    }

    @Test
    void grantOfAnotherCodecThanIsSent_isGivenBack() throws Exception {
        grant(DENSE, 0);

        List<ContextWindow> requests = grants.askBehind(ZSTD, List.of(ZSTD));

        assertThat(requests)
                .containsExactlyInAnyOrder(ContextWindows.of(DENSE, 0), ContextWindows.of(ZSTD, ZSTD.windowLog()));
    }

    @Test
    void grantThatIsNotWantedAnyMore_isGivenBack_askedForOrNot() throws Exception {
        grant(DENSE, 0);

        grants.keepOnly(List.of(ZSTD));

        assertThat(request().getWindowLog()).isZero();
        assertThat(grants.allowed(DENSE)).isNull();
    }

    @Test
    void grantAhead_thatIsTooSmallForTheFirstStepOfTheWantedLevel_isNotEnough() {
        SendingGrants inSteps = grants(new LinkTermsBuilder().grantsInSteps());
        CodecSpec parameters = CodecSpec.of(Codec.DENSE, 3).withWindowLog(DENSE.windowLog());
        inSteps.granted(Codec.DENSE, message(DENSE, first(DENSE)), DENSE);

        assertThat(inSteps.askBehind(DENSE, List.of(DENSE))).isEmpty();
        assertThat(inSteps.askBehind(parameters, List.of(parameters)))
                .containsExactly(message(parameters, first(parameters)));
    }

    @Test
    void grantAhead_thatHasMoreThanTheFirstStepOfTheWantedLevel_isEnough() {
        SendingGrants inSteps = grants(new LinkTermsBuilder().grantsInSteps());
        CodecSpec parameters = CodecSpec.of(Codec.DENSE, 3).withWindowLog(DENSE.windowLog());
        inSteps.granted(Codec.DENSE, message(parameters, first(parameters)), parameters);

        assertThat(inSteps.askBehind(DENSE, List.of(DENSE))).isEmpty();
        assertThat(inSteps.memory(Codec.DENSE)).isEqualTo(first(parameters));
    }

    @Test
    void lessIsAskedFor_onlyAfterMoreWasGranted() throws Exception {
        SendingGrants inSteps = grants(new LinkTermsBuilder().grantsInSteps());
        assertThat(inSteps.askForLeast()).isFalse();
        inSteps.allowed(DENSE);
        inSteps.askForMore(DENSE, ContextSizes.decoder(DENSE));
        assertThat(requests()).hasSize(2);

        inSteps.granted(
                Codec.DENSE,
                message(DENSE, 0).toBuilder().setWindowLog(0).setRequest(2).build(),
                null);
        assertThat(inSteps.askForLeast()).as("a grant that has ended").isFalse();

        inSteps.granted(
                Codec.DENSE,
                message(DENSE, first(DENSE)).toBuilder().setRequest(2).build(),
                DENSE);
        assertThat(inSteps.askForLeast()).isTrue();
        assertThat(request().getMemory()).isEqualTo(first(DENSE));
        assertThat(inSteps.askForLeast()).isFalse();
    }

    private static long first(CodecSpec spec) {
        return ContextSteps.of(spec).get(0).decoderBytes();
    }

    private static ContextWindow message(CodecSpec spec, long memory) {
        return ContextWindows.of(spec, spec.windowLog()).toBuilder()
                .setMemory(memory)
                .build();
    }

    private void grant(CodecSpec spec, int request) {
        ContextWindow message = ContextWindows.of(spec, spec.windowLog()).toBuilder()
                .setRequest(request)
                .build();
        grants.granted(spec.codec(), message, spec);
    }

    private void refuse(ContextWindow request) throws CorruptFrameException {
        grants.granted(
                ContextWindows.codec(request),
                request.toBuilder().setWindowLog(0).build(),
                null);
    }

    private ContextWindow request() throws CorruptFrameException {
        return requests().get(0);
    }

    private List<ContextWindow> requests() throws CorruptFrameException {
        channel.flush();
        return SentFrames.take(channel).controls().stream()
                .map(Control::getWant)
                .toList();
    }
}
