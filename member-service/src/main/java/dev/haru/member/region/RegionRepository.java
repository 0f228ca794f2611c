package dev.haru.member.region;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;

@Transactional(readOnly = true)
interface RegionRepository extends Repository<Region, Integer> {

    @Query("select r.id from Region r where r.name = :name")
    Optional<Integer> findIdByName(String name);

    @Query("select r.zone from Region r where r.id = :id")
    String findZone(int id);

    @Query("select r.name from Region r order by r.name")
    List<String> findNames();
}
