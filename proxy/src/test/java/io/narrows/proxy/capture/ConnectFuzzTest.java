package io.narrows.proxy.capture;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** HTTP CONNECT on any bytes; see {@link HostileRequests} for what must hold. */
final class ConnectFuzzTest {
    @FuzzTest
    void connectRequest(byte[] input) throws Exception {
        try (HostileRequests requests = new HostileRequests()) {
            requests.meet(input);
        }
    }
}
