package io.narrows.node.replica;

import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.entity.PeerId;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Makes SOFAJRaft wait for a new member only after it has answered the first request, as on a busy machine. */
final class LateCatchUp {
    private static final String FIELD = "replicatorGroup";
    private static final String WAIT = "waitCaughtUp";
    private static final long LATE_MILLIS =
            50; // the leader's lock is held, and a request is abandoned after half an election timeout

    private LateCatchUp() {}

    /** @param leader peer address of the leader */
    static void of(String cluster, String leader) throws ReflectiveOperationException {
        NodeImpl node = (NodeImpl) NodeManager.getInstance().get(GroupNames.of(cluster), PeerId.parsePeer(leader));
        Field field = NodeImpl.class.getDeclaredField(FIELD);
        field.setAccessible(true);
        ReplicatorGroup group = (ReplicatorGroup) field.get(node);
        field.set(
                node,
                Proxy.newProxyInstance(
                        ReplicatorGroup.class.getClassLoader(),
                        new Class<?>[] {ReplicatorGroup.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals(WAIT)) {
                                Thread.sleep(LATE_MILLIS);
                            }
                            try {
                                return method.invoke(group, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }));
    }
}
