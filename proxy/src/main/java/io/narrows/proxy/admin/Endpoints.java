package io.narrows.proxy.admin;

import io.narrows.config.Config;
import io.narrows.config.ConfigJson;
import io.narrows.config.Peer;
import io.narrows.config.PeerDetail;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.history.History;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.meter.Scrape;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The paths of the admin port. */
final class Endpoints {
    private Endpoints() {}

    static List<Endpoint> of(AdminState state) {
        return Stream.concat(Page.endpoints(), data(state)).toList();
    }

    private static Stream<Endpoint> data(AdminState state) {
        return Stream.of(
                Endpoint.get("/metrics", request -> metrics(state, request)),
                Endpoint.get("/healthz", request -> healthy(state)),
                Endpoint.get("/readyz", request -> ready(state, request)),
                Endpoint.get("/config", request -> Response.json(ConfigJson.render(state.config()))),
                Endpoint.get("/overview", request -> Response.json(OverviewJson.render(state, Instant.now()))),
                Endpoint.get("/peers", request -> peers(state, request)),
                Endpoint.get("/traffic", request -> traffic(state, request)),
                Endpoint.get(
                        "/what-if",
                        request -> Response.json(WhatIfJson.render(
                                state.config(), state.traffic().announced(), state.whatIf()))),
                Endpoint.get("/auto", request -> Response.json(AutoJson.render(state.config(), state.auto()))),
                Endpoint.get("/unpack", request -> Response.json(UnpackJson.render(state.config(), state.unpacking()))),
                Endpoint.get("/links", request -> links(state, request)),
                Endpoint.get("/history", request -> history(state.history(), request)),
                Endpoint.get(
                        "/errors",
                        request -> Response.json(FailuresJson.render(
                                state.events().recentFailures().latest()))),
                Endpoint.get("/explain", request -> explain(state, request)),
                Endpoint.post("/-/reload", request -> reload(state)),
                Endpoint.post("/-/drain", request -> drain(state)),
                Endpoint.post("/-/undrain", request -> undrain(state)));
    }

    private static Response metrics(AdminState state, Request request) {
        Optional<String> asked = request.parameter("per-peer");
        Optional<PeerDetail> detail = asked.flatMap(PeerDetail::of);
        if (asked.isPresent() && detail.isEmpty()) {
            return Response.text(HttpResponseStatus.BAD_REQUEST, "per-peer must be off, counters or full");
        }
        Scrape scrape = state.metrics(request.accept(), detail);
        return new Response(HttpResponseStatus.OK, scrape.contentType(), scrape.body());
    }

    private static Response healthy(AdminState state) {
        return state.unhealthy()
                .map(problem -> Response.text(HttpResponseStatus.SERVICE_UNAVAILABLE, problem))
                .orElseGet(() -> Response.text(HttpResponseStatus.OK, "alive"));
    }

    private static Response ready(AdminState state, Request request) {
        String peers = request.parameter("peers").orElse("0");
        if (!peers.equals("0") && !peers.equals("1")) {
            return Response.text(HttpResponseStatus.BAD_REQUEST, "peers must be 0 or 1");
        }
        return state.unready()
                .or(() -> peers.equals("1") ? unlinked(state) : Optional.empty())
                .map(reason -> Response.text(HttpResponseStatus.SERVICE_UNAVAILABLE, reason))
                .orElseGet(() -> Response.text(HttpResponseStatus.OK, "ready"));
    }

    private static Optional<String> unlinked(AdminState state) {
        List<PeerId> peers = state.unlinked();
        return peers.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "no link with " + peers.stream().map(PeerId::value).collect(Collectors.joining(", ")));
    }

    private static Response reload(AdminState state) {
        return state.reload()
                .map(problem -> Response.text(HttpResponseStatus.UNPROCESSABLE_ENTITY, problem))
                .orElseGet(() -> Response.text(
                        HttpResponseStatus.OK, reloaded(state.reloads().restartKeys())));
    }

    private static String reloaded(List<String> pending) {
        return pending.isEmpty()
                ? "reloaded"
                : "reloaded; these keys take effect only after a" + " restart: " + String.join(", ", pending);
    }

    private static Response drain(AdminState state) {
        int links = state.drain();
        return Response.text(HttpResponseStatus.ACCEPTED, "draining; links still carrying connections: " + links);
    }

    private static Response undrain(AdminState state) {
        return state.undrain()
                .map(problem -> Response.text(HttpResponseStatus.CONFLICT, problem))
                .orElseGet(() -> Response.text(HttpResponseStatus.OK, "accepting connections"));
    }

    private static Response peers(AdminState state, Request request) {
        return Response.json(request.parameter("class")
                .map(trafficClass -> PeersJson.render(state, trafficClass))
                .orElseGet(() -> PeersJson.renderAll(state)));
    }

    private static Response traffic(AdminState state, Request request) {
        List<String> peers = request.all("peer");
        return peers.isEmpty()
                ? Response.text(HttpResponseStatus.BAD_REQUEST, "peer must be the id of a peer; it may be repeated")
                : Response.json(TrafficJson.render(
                        state.traffic().cells(),
                        peers.stream().flatMap(id -> PeerId.of(id).stream()).collect(Collectors.toSet())));
    }

    private static Response links(AdminState state, Request request) {
        String limit = request.parameter("limit").orElse("");
        if (!limit.matches("\\d{0,9}")) {
            return Response.text(HttpResponseStatus.BAD_REQUEST, "limit must be a whole number of at most nine digits");
        }
        List<LinkSummary> links = state.links();
        List<LinkSummary> chosen = limit.isEmpty() ? links : busiest(links, Integer.parseInt(limit));
        return Response.json(LinksJson.render(chosen, state.config()));
    }

    /**
     * Returns the links ordered by state: those that carry connections, then those being opened, then the
     * ready ones.
     */
    private static List<LinkSummary> busiest(List<LinkSummary> links, int limit) {
        return links.stream()
                .filter(link -> link.state() != LinkState.CLOSED)
                .sorted(Comparator.comparing(LinkSummary::state).reversed())
                .limit(limit)
                .toList();
    }

    private static Response history(History history, Request request) {
        List<String> ranges = History.ranges();
        return history.over(request.parameter("range").orElse(ranges.get(0)))
                .map(samples -> Response.json(HistoryJson.render(samples)))
                .orElseGet(() -> Response.text(HttpResponseStatus.BAD_REQUEST, "range must be one of " + ranges));
    }

    private static Response explain(AdminState state, Request request) {
        Config config = state.config();
        Optional<Peer> peer = request.parameter("peer").flatMap(PeerId::of).flatMap(config::peer);
        if (peer.isEmpty()) {
            List<PeerId> known = config.peers().stream().map(Peer::id).toList();
            return Response.text(HttpResponseStatus.BAD_REQUEST, "peer must be one of " + known);
        }
        String name = request.parameter("class").orElse(TrafficClass.DEFAULT.name());
        Optional<TrafficClass> trafficClass = config.trafficClasses().stream()
                .filter(known -> known.name().equals(name))
                .findFirst();
        if (trafficClass.isEmpty()) {
            return Response.text(HttpResponseStatus.BAD_REQUEST, "class must be one of " + config.trafficClasses());
        }
        return Response.text(
                HttpResponseStatus.OK,
                config.explain(
                                peer.get(),
                                trafficClass.get(),
                                state.traffic().announced().of(peer.get().id()))
                        + AutoText.of(config, state.auto(), peer.get().id(), trafficClass.get())
                        + UnpackText.of(state.unpacking().of(peer.get().id())));
    }
}
