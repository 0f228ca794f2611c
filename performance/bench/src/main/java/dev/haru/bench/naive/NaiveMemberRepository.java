package dev.haru.bench.naive;

import java.util.UUID;
import org.springframework.data.jpa.repository.JpaRepository;

interface NaiveMemberRepository extends JpaRepository<NaiveMember, UUID> {}
