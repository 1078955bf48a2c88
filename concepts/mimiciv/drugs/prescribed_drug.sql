-- title: Distinct drug texts of the prescriptions
-- layer: step
-- grain: one row per drug text, route and kind of prescription line
-- note: Names are searched in a few ten thousand texts instead of in millions of
--   prescriptions.
SELECT DISTINCT drug, route, drug_type
FROM {{source "hosp.prescriptions"}}
