package dev.haru.schedule;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.bounds.BoundsWalk;
import dev.haru.schedule.member.MemberServiceStub;
import java.util.List;
import java.util.UUID;

@WholeService
class BoundsTests extends BoundsWalk {

    @Override
    protected String token() {
        return MemberServiceStub.tokenOf(UUID.randomUUID());
    }

    @Override
    protected List<String> credentials() {
        return List.of("auth-service:" + EmbeddedDatabase.SECRET);
    }
}
