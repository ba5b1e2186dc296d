package io.narrows.proxy.capture;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Feeds arbitrary bytes to HTTP CONNECT; see {@link HostileRequests} for the invariants. */
final class ConnectFuzzTest {
    @FuzzTest
    void connectRequest(byte[] input) throws Exception {
        try (HostileRequests requests = new HostileRequests()) {
            requests.meet(input);
        }
    }
}
