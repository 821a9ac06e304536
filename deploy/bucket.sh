#!/bin/sh
# Makes the bucket on MinIO, and has it keep deleted and replaced objects for 60 days. Can run again.
set -eu
export MC_HOST_store="http://folda:$(cat /run/secrets/s3_password)@files:9000"
mc mb --ignore-existing store/folda
mc version enable store/folda
mc ilm rule import store/folda <<'END'
{
  "Rules": [
    {
      "ID": "deleted",
      "Status": "Enabled",
      "Filter": { "Prefix": "" },
      "NoncurrentVersionExpiration": { "NoncurrentDays": 60 },
      "Expiration": { "ExpiredObjectDeleteMarker": true }
    }
  ]
}
END
