#!/bin/sh
# Creates the bucket on MinIO, keeps its deleted and replaced objects for 60 days, and gives the product's user rights on this bucket only,
# without the right to delete old versions. Can run again. Secrets are passed in the environment and by pipes, never as arguments.
set -eu
secrets=${SECRETS:-/run/secrets}
export MC_HOST_store="http://folda:$(cat "$secrets/s3_password")@files:9000"
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

# http://USER:PASSWORD@files:9000/folda
url=$(cat "$secrets/s3_url")
keys=${url#*://}
keys=${keys%@files:9000/folda}
user=${keys%%:*}
# Nothing to do for another store, or an installation that still uses the root user.
if [ "$keys" = "${url#*://}" ] || [ "$user" = folda ]; then exit 0; fi

policy=$(mktemp)
cat >"$policy" <<'END'
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": ["s3:GetBucketLocation", "s3:ListBucket", "s3:ListBucketMultipartUploads"],
      "Resource": ["arn:aws:s3:::folda"]
    },
    {
      "Effect": "Allow",
      "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
      "Resource": ["arn:aws:s3:::folda/*"]
    }
  ]
}
END
mc admin policy create store folda-files "$policy"
rm "$policy"
printf '%s\n%s\n' "$user" "${keys#*:}" | mc admin user add store
# Attaching a policy twice fails.
case $(mc admin user info store "$user") in
*folda-files*) ;;
*) mc admin policy attach store folda-files --user "$user" ;;
esac
