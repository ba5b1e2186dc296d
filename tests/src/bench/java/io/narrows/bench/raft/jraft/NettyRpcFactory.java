package io.narrows.bench.raft.jraft;

import com.alipay.sofa.jraft.rpc.RaftRpcFactory;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.util.Endpoint;
import com.alipay.sofa.jraft.util.SPI;
import com.google.protobuf.Message;

/** JRaft's transport on plain Netty, which takes the place of Bolt. */
@SPI(name = "narrows", priority = 10)
public final class NettyRpcFactory implements RaftRpcFactory {
    static final WireTypes TYPES = new WireTypes();

    @Override
    public void registerProtobufSerializer(String className, Object... args) {
        TYPES.register(className, (Message) args[0]);
    }

    @Override
    public RpcClient createRpcClient(ConfigHelper<RpcClient> helper) {
        return new NettyRpcClient();
    }

    @Override
    public RpcServer createRpcServer(Endpoint endpoint, ConfigHelper<RpcServer> helper) {
        throw new UnsupportedOperationException("servers are made with their member");
    }
}
