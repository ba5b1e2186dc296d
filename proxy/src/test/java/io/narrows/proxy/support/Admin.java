package io.narrows.proxy.support;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Requests to the admin ports of a pair. */
public final class Admin {
    private Admin() {}

    public static HttpRequest.Builder request(SidecarPair pair, String node, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + pair.adminPort(node) + path));
    }

    public static String scrape(SidecarPair pair, String node) throws IOException, InterruptedException {
        return get(pair, node, "/metrics");
    }

    public static String get(SidecarPair pair, String node, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(request(pair, node, path).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    public static int status(SidecarPair pair, String node, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(request(pair, node, path).build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    public static String post(SidecarPair pair, String node, String path) throws IOException, InterruptedException {
        HttpRequest post = request(pair, node, path)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient()
                .send(post, HttpResponse.BodyHandlers.ofString())
                .body()
                .strip();
    }
}
